package apart

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"

	"lading/server/kit/fail"
)

var echo, hangs, fills, chatters, crashes Reader

func init() {
	echo = Declare("test-echo", 10, 100, func(file []byte) ([]byte, error) { return file, nil })
	hangs = Declare("test-hangs", 10, 100, func([]byte) ([]byte, error) { select {} })
	fills = Declare("test-fills", 10, 100, func([]byte) ([]byte, error) {
		var all [][]byte
		for {
			all = append(all, bytes.Repeat([]byte{1}, 1<<20))
			if len(all) > 1<<14 { // ended long before by its memory
				os.Exit(0)
			}
		}
	})
	chatters = Declare("test-chatters", 10, 100, func([]byte) ([]byte, error) { return make([]byte, 1000), nil })
	crashes = Declare("test-crashes", 10, 100, func([]byte) ([]byte, error) { panic("a trap") })
}

func TestRun_AnswersAndSurvivesWhateverAReaderDoes(t *testing.T) {
	defer func(was time.Duration) { Patience = was }(Patience)
	if out, err := echo.Run("1", bytes.NewReader([]byte("file"))); err != nil || string(out) != "file" {
		t.Fatalf("%q, %v", out, err)
	}
	if _, err := echo.Run("1", bytes.NewReader(make([]byte, 11))); !errors.Is(err, ErrEnded) {
		t.Errorf("more than a file may hold: %v", err)
	}
	Patience = 3 * time.Second
	for name, r := range map[string]Reader{"hangs": hangs, "fills": fills, "chatters": chatters, "crashes": crashes} {
		if _, err := r.Run("1", bytes.NewReader(nil)); !errors.Is(err, ErrEnded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An organization's hostile files hold up its own for so long and no longer; the refusal says to come again.
func TestRun_WhoWaitsTooLongIsToldToComeAgain(t *testing.T) {
	leave, _ := places.enter("1", time.Second)
	defer func(was time.Duration) { Wait = was; leave() }(Wait)
	Wait = 10 * time.Millisecond
	if _, err := echo.Run("1", bytes.NewReader(nil)); fail.CodeOf(err) != "server-busy" {
		t.Errorf("%v", err)
	}
	Wait = 10 * time.Second
	if _, err := echo.Run("2", bytes.NewReader(nil)); err != nil {
		t.Errorf("the file of another organization: %v", err)
	}
}

func TestTurns_AnOrganizationThatWaitsWithManyIsServedLikeOneWithOne(t *testing.T) {
	all := newTurns(1)
	first, _ := all.enter("loud", time.Second)
	took := make(chan string, Line)
	for range Line - 1 {
		go func() {
			if leave, ok := all.enter("loud", 10*time.Second); ok {
				took <- "loud"
				leave()
			}
		}()
	}
	for count := 0; count < Line; time.Sleep(time.Millisecond) {
		all.mu.Lock()
		count = all.orgs["loud"].n
		all.mu.Unlock()
	}
	if _, ok := all.enter("loud", time.Hour); ok {
		t.Error("its line has no end")
	}
	go func() {
		if leave, ok := all.enter("quiet", 10*time.Second); ok {
			took <- "quiet"
			leave()
		}
	}()
	for there := false; !there; time.Sleep(time.Millisecond) {
		all.mu.Lock()
		there = all.orgs["quiet"] != nil
		all.mu.Unlock()
	}
	time.Sleep(20 * time.Millisecond) // it stands among all by now
	first()
	if a, b := <-took, <-took; a != "quiet" && b != "quiet" {
		t.Errorf("%s and %s came first", a, b)
	}
	for range Line - 2 {
		<-took
	}
	for left := 1; left > 0; time.Sleep(time.Millisecond) {
		all.mu.Lock()
		left = len(all.orgs)
		all.mu.Unlock()
	}
}
