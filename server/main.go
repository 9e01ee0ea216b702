// Lading is a transport management system for freight and parcel. One program serves the app, the calls, the hub and the replica.
package main

import (
	"context"
	"fmt"
	"os"

	"lading/server/app"
)

func main() {
	if err := app.Main(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lading:", err)
		os.Exit(1)
	}
}
