package other

import "fmt"

func Say() { fmt.Printf("%d\n", "none") }
