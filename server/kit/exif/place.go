// Package exif looks at what a photo says beside its picture: phones and cameras write into it where it was taken.
package exif

import (
	"bytes"
	"encoding/binary"
)

// TellsPlace reports whether a photo (JPEG, PNG, WebP, HEIC, AVIF or TIFF) says where it was taken.
func TellsPlace(content []byte) bool { return !bytes.Equal(WithoutPlace(content), content) }

// WithoutPlace gives a photo without where it was taken. The picture, and what else it says, are left as they are. What is no photo comes back unchanged.
//
// A place is looked for wherever it may stand and not by the structure of each format: a photo may hold further photos, each with a place of
// its own, and a film behind it. It is emptied where it stands, so that nothing moves which something else in the file points to.
func WithoutPlace(content []byte) []byte {
	switch {
	case bytes.HasPrefix(content, pngMark):
		return pngWithoutPlace(content)
	case IsPhoto(content):
		out := bytes.Clone(content)
		clearPlaces(out)
		return out
	}
	return content
}

// Head is how much of a file says whether it is a photo.
const Head = 12

// IsPhoto reports whether a file begins as a photo does.
func IsPhoto(b []byte) bool {
	return len(b) >= 4 && (bytes.HasPrefix(b, []byte("\xFF\xD8")) || bytes.HasPrefix(b, pngMark) || order(b) != nil ||
		bytes.HasPrefix(b, []byte("RIFF")) && len(b) >= Head && string(b[8:12]) == "WEBP" ||
		len(b) >= Head && string(b[4:8]) == "ftyp")
}

// clearPlaces empties the places in a part of a photo.
func clearPlaces(b []byte) {
	for range rounds { // what was emptied might in theory make another out of what surrounds it
		changed := false
		for _, mark := range []string{"II*\x00", "MM\x00*"} {
			tried := 0
			each(b, mark, func(at int) {
				if tried++; tried <= mostHeads {
					changed = clearPlace(b[at:]) || changed
				}
			})
		}
		each(b, "GPS", func(at int) { changed = blank(toldAt(b[at+3:])) || changed })
		each(b, "xyz", func(at int) { changed = blank(filmedAt(b[at+3:])) || changed })
		if !changed {
			return
		}
	}
}

func each(b []byte, mark string, do func(at int)) {
	for at := 0; ; at += len(mark) {
		next := bytes.Index(b[at:], []byte(mark))
		if next < 0 {
			return
		}
		at += next
		do(at)
	}
}

// toldAt gives the value of a place in XMP, which is text: of an attribute, as in exif:GPSLatitude="33,44N", or of an element.
func toldAt(b []byte) []byte {
	b = b[:min(len(b), 300)]
	name := 0
	for name < len(b) && (b[name]|0x20 >= 'a' && b[name]|0x20 <= 'z') {
		if name++; name > 40 {
			return nil
		}
	}
	if name == 0 {
		return nil
	}
	b = bytes.TrimLeft(b[name:], " \t\r\n")
	if bytes.HasPrefix(b, []byte("=")) {
		if b = bytes.TrimLeft(b[1:], " \t\r\n"); len(b) == 0 || b[0] != '"' && b[0] != '\'' {
			return nil
		}
	} else if !bytes.HasPrefix(b, []byte(">")) {
		return nil
	}
	b = b[1:]
	if end := bytes.IndexAny(b, `"'<`); end >= 0 {
		b = b[:end]
	}
	return b
}

// filmedAt gives the place, as in +33.7490-084.3880, in the film behind a photo that moves a little: its text follows its length and language.
func filmedAt(b []byte) []byte {
	if len(b) < 7 || (b[4] != '+' && b[4] != '-') || b[5] < '0' || b[5] > '9' {
		return nil
	}
	b = b[4:min(len(b), 60)]
	return b[:len(b)-len(bytes.TrimLeft(b, "+-.0123456789"))]
}

// blank writes spaces over a text, but not over what is empty already.
func blank(b []byte) (blanked bool) {
	for i, c := range b {
		if c != 0 && c != ' ' {
			b[i], blanked = ' ', true
		}
	}
	return blanked
}

const (
	gpsTag    = 0x8825
	gpsLast   = 0x1F // of the tags of a place
	entrySize = 12

	// What a file that is made to keep us busy gets; a photo has far less.
	rounds      = 8
	mostHeads   = 256
	mostDirs    = 16
	mostEntries = 1024
	mostPlaces  = 2        // in one directory
	mostValue   = 64 << 10 // of one entry
)

// sizes are how many bytes a value has, by its type.
var sizes = map[uint16]uint64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}

func order(tiff []byte) binary.ByteOrder {
	switch {
	case len(tiff) < 8:
		return nil
	case string(tiff[:4]) == "II*\x00":
		return binary.LittleEndian
	case string(tiff[:4]) == "MM\x00*":
		return binary.BigEndian
	}
	return nil
}

// directory gives where the entries of a directory begin, and how many of them are there.
func directory(tiff []byte, o binary.ByteOrder, at uint32) (entries, n int) {
	if uint64(at)+2 > uint64(len(tiff)) {
		return 0, 0
	}
	entries = int(at) + 2
	if n = min(int(o.Uint16(tiff[at:])), (len(tiff)-entries)/entrySize); n > mostEntries {
		return 0, 0
	}
	return entries, n
}

// clearPlace empties the directories of a place, and what their entries point to.
func clearPlace(tiff []byte) (cleared bool) {
	o := order(tiff)
	if o == nil {
		return false
	}
	at := o.Uint32(tiff[4:])
	for range mostDirs {
		entries, all := directory(tiff, o, at)
		places := 0
		for i := range all {
			if e := tiff[entries+i*entrySize:]; o.Uint16(e) == gpsTag && places < mostPlaces {
				places++
				cleared = clearEntries(tiff, o, o.Uint32(e[8:])) || cleared
			}
		}
		next := entries + all*entrySize
		if all == 0 || next+4 > len(tiff) {
			break
		}
		if at = o.Uint32(tiff[next:]); at == 0 {
			break
		}
	}
	return cleared
}

func clearEntries(tiff []byte, o binary.ByteOrder, at uint32) bool {
	entries, n := directory(tiff, o, at)
	if n > gpsLast+1 {
		return false
	}
	for i := range n { // bytes of a picture may look like a directory, but hardly of a place
		if o.Uint16(tiff[entries+i*entrySize:]) > gpsLast {
			return false
		}
	}
	dir := tiff[max(entries-2, 0) : entries+n*entrySize]
	if n == 0 || len(bytes.Trim(dir, "\x00")) == 0 {
		return false
	}
	for i := range n {
		e := tiff[entries+i*entrySize:]
		size := sizes[o.Uint16(e[2:])] * uint64(o.Uint32(e[4:]))
		if from := uint64(o.Uint32(e[8:])); size > 4 && from >= 8 && from < uint64(len(tiff)) {
			clear(tiff[from:min(from+min(size, mostValue), uint64(len(tiff)))])
		}
	}
	clear(dir)
	return true
}
