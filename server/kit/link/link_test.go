package link_test

import (
	"bytes"
	"strings"
	"testing"

	"lading/server/kit/link"
)

func TestToken_IsTheLinksOwnAndNeedsTheKey(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	token := link.Token(key, "1", "01J")
	if org, ok := link.Org(token); !ok || org != "1" {
		t.Fatalf("token %q is of %q, %v", token, org, ok)
	}
	if token != link.Token(key, "1", "01J") {
		t.Error("a mail that is sent again carries another token")
	}
	_, secret, _ := strings.Cut(token, ".")
	for what, other := range map[string]string{"another link": link.Token(key, "1", "01K"), "another organisation": link.Token(key, "2", "01J"), "another key": link.Token(bytes.Repeat([]byte{8}, 32), "1", "01J")} {
		if strings.HasSuffix(other, secret) {
			t.Errorf("%s has the same secret", what)
		}
	}
}
