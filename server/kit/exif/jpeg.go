package exif

import (
	"bytes"
	"encoding/binary"
)

var jpegMark = []byte("\xFF\xD8")

const (
	endOfImage  = 0xD9
	startOfScan = 0xDA
)

// jpeg empties the places beside the picture: in the segments, and in what stands behind it. A scan is passed over, as its bytes may look like anything.
// Where the structure cannot be followed to the picture's end, all that is left is looked at.
func (s *search) jpeg(b []byte) (changed bool) {
	at, scan := len(jpegMark), -1 // where the scan before begins
	for at+2 <= len(b) && b[at] == 0xFF && s.left >= 0 {
		kind := b[at+1]
		switch {
		case kind == 0xFF: // a byte of padding
			at++
			continue
		case kind == endOfImage:
			return s.all(b[at+2:]) || changed
		case alone(kind):
			at += 2
			continue
		}
		if at+4 > len(b) {
			break
		}
		end := at + 2 + int(binary.BigEndian.Uint16(b[at+2:]))
		if end < at+4 || end > len(b) {
			break
		}
		changed = s.all(b[at+4:end]) || changed
		scan = -1
		if at = end; kind == startOfScan {
			scan, at = at, afterScan(b, at)
		}
	}
	if scan >= 0 {
		at = scan
	}
	return s.all(b[min(at, len(b)):]) || changed
}

// alone reports whether a marker has no segment behind it.
func alone(kind byte) bool { return kind == 0x01 || kind >= 0xD0 && kind <= 0xD8 }

// afterScan gives where the next marker begins. In a scan a byte of FF is followed by a zero, and restarts are part of it.
func afterScan(b []byte, at int) int {
	for {
		next := bytes.IndexByte(b[at:], 0xFF)
		if next < 0 || at+next+1 == len(b) {
			return len(b)
		}
		at += next
		if kind := b[at+1]; kind != 0 && (kind < 0xD0 || kind > 0xD7) {
			return at
		}
		at += 2
	}
}
