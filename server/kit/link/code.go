package link

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// CodeMark in a mail's body becomes the code of the mail's link when the mail goes out, and never before.
const CodeMark = "[code]"

// Code gives eight digits that stand for a token where somebody types them: no row holds them either. They can be guessed, so they are good for minutes and a few tries.
func Code(token string) string {
	sum := sha256.Sum256([]byte("code\x00" + token))
	return fmt.Sprintf("%08d", binary.BigEndian.Uint64(sum[:8])%100_000_000)
}
