package zpl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Refused is a command that is sent to no printer.
type Refused struct{ Command string }

func (r Refused) Error() string { return "zpl: " + r.Command + " is not sent to a printer" }

// MaxCopies is how often a label may ask to be printed.
const MaxCopies = 500

// printed are the commands that put something on the label or say how this label is printed. All others are refused: they restart a printer, set its network,
// its passwords and its prefixes, keep and delete files, or last beyond the label. Commands that begin with ~ act at once, wherever they stand.
var printed = strings.Fields(`XA XZ FX FO FT FB FR FH FD FV FS FN FW FP FC SN SF TB PA
A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY AZ CF CI
BY CV B0 B1 B2 B3 B4 B5 B7 B8 B9 BA BB BC BD BE BF BI BJ BK BL BM BO BP BQ BR BS BT BU BX BZ
GB GC GD GE GF GS PW LL LH LR LS LT MC MD MF MM MN MT MU PM PO PQ PR`)

// Filter refuses a text that does more than print labels. It sees each place where a printer could see a command, whatever a field seems to hold.
func Filter(src string) error {
	if len(src) > maxSize {
		return Refused{fmt.Sprintf("%d bytes", len(src))}
	}
	if i := strings.IndexFunc(src, func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' || c == 0x7f }); i >= 0 {
		return Refused{fmt.Sprintf("0x%02x", src[i])}
	}
	open, labels := false, 0
	for i, part := range split(src) {
		if i == 0 {
			if strings.TrimSpace(part) != "" { // printers take commands of another language there
				return Refused{first(part)}
			}
			continue
		}
		if part == "" || part[0] == '~' || len(part) < 3 {
			return Refused{first(part)}
		}
		name, rest := strings.ToUpper(part[1:3]), part[3:]
		switch {
		case !slices.Contains(printed, name):
			return Refused{first(part)}
		case name == "XA":
			if open {
				return Refused{"^XA^XA"}
			}
			open = true
		case !open:
			return Refused{first(part)}
		case name == "XZ":
			open, labels = false, labels+1
		case name == "PQ":
			if n, err := strconv.Atoi(text(list(rest), 0)); text(list(rest), 0) != "" && (err != nil || n < 0 || n > MaxCopies) {
				return Refused{first(part)}
			}
		case name == "MF" && strings.Trim(strings.ToUpper(strings.TrimSpace(rest)), "N,") != "": // what a printer does when it is switched on
			return Refused{first(part)}
		case name == "GF" && strings.ToUpper(text(list(rest), 0)) != "A":
			return Refused{first(part)}
		}
		if bare := name == "XA" || name == "XZ" || name == "FS" || name == "FR"; bare && strings.TrimSpace(rest) != "" {
			return Refused{first(strings.TrimSpace(rest))}
		}
		for _, line := range strings.Split(strings.ReplaceAll(rest, "\r", "\n"), "\n")[1:] {
			if l := strings.TrimSpace(line); strings.HasPrefix(l, "! ") || strings.HasPrefix(l, "{}{") {
				return Refused{first(l)}
			}
		}
	}
	if open || labels == 0 {
		return Refused{"^XZ"}
	}
	return nil
}

// split cuts a text before each ^ and ~.
func split(src string) (parts []string) {
	for {
		at := 0
		if len(src) > 0 {
			at = strings.IndexAny(src[1:], "^~") + 1
			if len(parts) == 0 && (src[0] == '^' || src[0] == '~') {
				parts = append(parts, "")
			}
		}
		if at <= 0 {
			return append(parts, src)
		}
		parts, src = append(parts, src[:at]), src[at:]
	}
}

// first is the beginning of a part, as it is named to a person.
func first(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 3 && (s[0] == '^' || s[0] == '~') {
		s = s[:3]
	}
	return strings.ToValidUTF8(s[:min(len(s), 12)], "")
}
