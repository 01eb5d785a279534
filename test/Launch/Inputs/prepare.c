/*===- prepare.c - loads a package and nothing else -----------------------===*
 *
 * Prints the error of the first step that fails; the exit code is the error's kind. Links no
 * driver: what the library says when there is none.
 *
 *===--------------------------------------------------------------------===*/

#include "normc/Launch/normc.h"

#include <stdio.h>

int main(int argc, char **argv) {
  normc_package *package = NULL;
  const normc_function *function = NULL;
  normc_status status = normc_load(argc > 1 ? argv[1] : NULL, &package);
  if (status == NORMC_OK)
    status = normc_get_function(package, "scale", &function);
  if (status == NORMC_OK)
    status = normc_prepare(function);
  printf("%s\n", status == NORMC_OK ? "prepared" : normc_last_error());
  normc_free(package);
  return (int)status;
}
