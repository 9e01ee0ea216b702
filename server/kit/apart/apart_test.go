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
	if out, err := echo.Run(bytes.NewReader([]byte("file"))); err != nil || string(out) != "file" {
		t.Fatalf("%q, %v", out, err)
	}
	if _, err := echo.Run(bytes.NewReader(make([]byte, 11))); !errors.Is(err, ErrEnded) {
		t.Errorf("more than a file may hold: %v", err)
	}
	Patience = 3 * time.Second
	for name, r := range map[string]Reader{"hangs": hangs, "fills": fills, "chatters": chatters, "crashes": crashes} {
		if _, err := r.Run(bytes.NewReader(nil)); !errors.Is(err, ErrEnded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Somebody's hostile files hold up another's file for so long and no longer; the refusal says to come again.
func TestRun_WhoWaitsTooLongIsToldToComeAgain(t *testing.T) {
	one <- struct{}{}
	defer func(was time.Duration) { Wait = was; <-one }(Wait)
	Wait = 10 * time.Millisecond
	if _, err := echo.Run(bytes.NewReader(nil)); fail.CodeOf(err) != "server-busy" {
		t.Errorf("%v", err)
	}
}
