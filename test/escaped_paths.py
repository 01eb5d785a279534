"""lit's format for shell tests, for folders whose path holds a space."""

import os
import re

import lit.formats
import lit.TestRunner


def escape(path):
    """The path as RUN lines need it, also inside quotes: lit puts paths in as they are."""
    return re.sub(r"([ '\"&|;()<>*?$`])", r"\\\1", path)


class ShTest(lit.formats.ShTest):
    """lit's own, but %s, %S, %p and %t are escaped. A module of its own: lit sends the
    format to its workers, which find it by name."""

    def execute(self, test, litConfig):
        _, base = lit.TestRunner.getTempPaths(test)
        source = test.getSourcePath()
        folder = os.path.dirname(source)
        paths = [("%s", source), ("%S", folder), ("%p", folder), ("%t", base + ".tmp")]
        # First the longer names, such as %ptxas, that begin like these.
        self.extra_substitutions = test.config.substitutions + [
            (name, escape(path)) for name, path in paths
        ]
        return super().execute(test, litConfig)
