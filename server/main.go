// Lading is a transport management system for freight and parcel. One program serves the app, the calls, the hub and the replica.
package main

import (
	"context"
	"fmt"
	"os"

	"lading/server/app"

	_ "golang.org/x/crypto/x509roots/fallback" // a container has no authorities of its own
)

func main() {
	if err := app.Main(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lading:", err)
		os.Exit(1)
	}
}
