// The list of phases in --help is the table of lib/README.md.

// RUN: %normc --help | sed -n 's/^phases: //p' | tr -d ' ' | tr , '\n' > %t.help
// RUN: sed -n '/^| phase /,/^$/s/^| *`\([a-z]*\)` *|.*/\1/p' %source/lib/README.md > %t.readme
// RUN: diff %t.help %t.readme
// RUN: FileCheck %s --input-file=%t.help

// CHECK:      {{^}}input{{$}}
// CHECK-NEXT: {{^}}norm{{$}}
// CHECK-NEXT: {{^}}fusion{{$}}
// CHECK-NEXT: {{^}}schedule{{$}}
// CHECK-NEXT: {{^}}gpu{{$}}
// CHECK-NEXT: {{^}}ptx{{$}}
// CHECK-NOT:  {{.}}
