package access

import (
	"runtime"

	"lading/server/kit/page"

	"golang.org/x/crypto/argon2"
)

// shipped is the cost of a hash outside the tests, which sign in hundreds of times.
var shipped = present

func init() {
	present = cost{memory: 64, time: 1, threads: 1}
	decoy = phc(present, make([]byte, saltLength), make([]byte, hashLength))
}

// PresentPHC is how a hash made now begins.
func PresentPHC() string { return phc(present, nil, nil)[:len("$argon2id$v=19$m=64,t=1,p=1$")] }

// AccessKey lets the tests sign what nobody else could.
func (a *Area) AccessKey() []byte { return a.key().access }

// ForgetRights has the next call look everything up again.
func (a *Area) ForgetRights() { a.rights.forget() }

// Hashes counts the password hashes that were computed.
func (a *Area) Hashes() int64 { return a.hasher.made.Load() }

// FillGate takes all the room for hashes, and gives it back.
func (a *Area) FillGate() (release func()) {
	n := 0
	for ; n < 2*runtime.NumCPU(); n++ {
		a.hasher.gate <- struct{}{}
	}
	return func() {
		for range n {
			<-a.hasher.gate
		}
	}
}

// WeakHash is a hash as an older release made it.
func (a *Area) WeakHash(password string) string {
	c := cost{32, 1, 1}
	salt := make([]byte, saltLength)
	return phc(c, salt, argon2.IDKey([]byte(password), salt, c.time, c.memory, c.threads, hashLength))
}

func pageID(n int) page.ID { return page.ID(n) }
