package bill

import (
	"strings"
	"time"
	_ "time/tzdata" // the paper shows the warehouse's time on any machine

	"github.com/boombuler/barcode/code128"

	"lading/server/kit/gs1"
)

// symbol is what the bar code carries: a 17-digit number goes as GS1-128 with its identifier 402, any other as it is.
func symbol(number string) string {
	if gs1.ValidBOL(number) {
		return string(code128.FNC1) + "402" + number
	}
	return number
}

func legend(number string) string {
	if gs1.ValidBOL(number) {
		return "(402) " + number
	}
	return number
}

// spaced sets a bill number in groups that can be read out: prefix, serial, check digit.
func spaced(n string) string {
	if !gs1.ValidBOL(n) {
		return n
	}
	return n[:7] + " " + n[7:10] + " " + n[10:13] + " " + n[13:16] + " " + n[16:]
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return groups(int64(n))
}

func joined(sep string, parts ...string) string {
	var some []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, sep)
}

// longDay writes the month as a word: 11/12 is two days, depending on the reader.
func longDay(on string) string {
	d, err := time.Parse(time.DateOnly, on)
	if err != nil {
		return on
	}
	return d.Format("Jan 2, 2006")
}

func local(s Signature) time.Time {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	return s.At.In(zone)
}

func localTime(s Signature) string {
	at := local(s)
	utc := at.UTC().Format("15:04 UTC")
	if s.Zone == "" || s.Zone == "UTC" {
		return at.Format("Jan 2, 2006, 15:04:05 UTC")
	}
	return at.Format("Jan 2, 2006, 3:04:05 PM MST") + " (" + utc + ", " + s.Zone + ")"
}

// clockTime is a moment as the warehouse's clock shows it.
func clockTime(at time.Time, zone string) string {
	return local(Signature{At: at, Zone: zone}).Format("Jan 2, 2006, 3:04 PM MST")
}

func localDay(s Signature) string { return local(s).Format("Jan 2, 2006") }

func consentMark(lang string) string {
	if lang == "" {
		return ""
	}
	return "[" + lang + "]"
}

// paperDate is the document's own date, taken from the bill so that equal bills give equal bytes.
func paperDate(b Bill) time.Time {
	at, err := time.Parse(time.DateOnly, b.On)
	if err != nil {
		at = time.Unix(0, 0).UTC()
	}
	for _, s := range b.Signatures {
		if s.At.After(at) {
			at = s.At.UTC()
		}
	}
	return at
}
