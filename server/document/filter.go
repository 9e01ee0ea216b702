package document

import (
	"bytes"
	"errors"

	"lading/server/document/zpl"
	"lading/server/kit/fail"
)

// leaves is how a text leaves the language that a printer is in, to speak to the printer itself: its network, its passwords, its store of files.
var leaves = []byte("\x1b%-12345X")

// ForPrinter refuses what does more than print. Whatever is sent to a printer passes here: on the server, and on the print computer once more.
func ForPrinter(s Sheet) error {
	if s.Type == zplType {
		var no zpl.Refused
		if errors.As(zpl.Filter(string(s.Body)), &no) {
			return fail.Conflict("zpl-command-refused", "name", s.Name, "command", no.Command)
		}
		return nil
	}
	if bytes.Contains(s.Body, leaves) {
		return fail.Conflict("print-file-refused", "name", s.Name)
	}
	return nil
}
