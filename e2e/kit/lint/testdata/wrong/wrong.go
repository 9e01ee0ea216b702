// Package wrong has mistakes that the linter must find, each named in its line.
package wrong

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/ioutil" // finds SA1019
	"log"
	"strings"
	"sync"

	"golang.org/x/crypto/openpgp" // finds SA1019
)

var errWrong = errors.New("wrong")

func said(format string, args ...any) { fmt.Printf(format, args...) }

// Wrong is used by others.
func Wrong(ctx context.Context, mu sync.Mutex) (n int, err error) { // finds copylocks
	said("%d\n", "one")    // finds printf
	strings.ToUpper("one") // finds SA4017
	_, _ = ioutil.ReadAll(&bytes.Buffer{})
	_, _ = openpgp.ReadKeyRing(nil)
	_, _ = context.WithCancel(ctx) // finds lostcancel
	p := given(n)
	if p == nil {
		log.Fatal("ends here")
	}
	n = p.n // not nil, since log.Fatal does not return
	q := given(n)
	if q == nil {
		fmt.Println("and goes on")
	}
	n += q.n
	if errWrong == err == true { // finds S1002
		n++
	}
	return n, errors.New("Wrong.") // finds ST1005
}

type thing struct{ n int }

func given(n int) *thing {
	if n > 1 {
		return nil
	}
	return &thing{n}
}

func nobody() {} // finds U1000
