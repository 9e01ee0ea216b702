// Command openid runs a provider of OpenID Connect for the browser tests, until it is stopped. Its arguments are where people are sent back to, and its
// people: an account's name, an e-mail address and a name, three words for each. It prints its issuer.
package main

import (
	"fmt"
	"os"
	"os/signal"

	"lading/server/testkit/openidtest"
)

func main() {
	var who []openidtest.Person
	for rest := os.Args[2:]; len(rest) >= 3; rest = rest[3:] {
		who = append(who, openidtest.Person{ID: rest[0], Email: rest[1], Name: rest[2], Verified: true})
	}
	p, err := openidtest.Start("127.0.0.1:0", os.Args[1], who...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(p.Issuer)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	_ = p.Close()
}
