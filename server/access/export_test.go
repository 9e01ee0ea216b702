package access

import (
	"runtime"

	"lading/server/kit/page"

	"github.com/alexedwards/argon2id"
)

// shipped is the cost of a hash outside the tests, which sign in hundreds of times.
var shipped = present

func init() {
	present.Memory, present.Iterations = 64, 1
	decoy = unfit(present)
}

// PresentPHC is how a hash made now begins.
func PresentPHC() string { return decoy[:len("$argon2id$v=19$m=64,t=1,p=1$")] }

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
	weak := present
	weak.Memory = 32
	hash, err := argon2id.CreateHash(password, &weak)
	if err != nil {
		panic(err)
	}
	return hash
}

func pageID(n int) page.ID { return page.ID(n) }
