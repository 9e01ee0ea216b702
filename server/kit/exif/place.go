// Package exif looks at what a photo says beside its picture: phones and cameras write into it where it was taken.
package exif

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// ErrCostly says that a photo holds more that looks like a place than a camera writes: it is made to keep us busy, and is not read to its end.
var ErrCostly = errors.New("exif: more to look at than in any photo")

// TellsPlace reports whether a photo (JPEG, PNG, WebP, HEIC, AVIF or TIFF) says where it was taken. What costs too much to be read is not trusted.
func TellsPlace(content []byte) bool {
	bare, err := WithoutPlace(content)
	return err != nil || !bytes.Equal(bare, content)
}

// WithoutPlace gives a photo without where it was taken. The picture, and what else it says, are left as they are. What is no photo comes back unchanged.
//
// A place is looked for wherever it may stand and hardly by the structure of each format: a photo may hold further photos, each with a place of
// its own, and a film behind it. Only the picture of a JPEG is passed over. It is emptied where it stands, so that nothing moves which something else in the file points to.
func WithoutPlace(content []byte) ([]byte, error) {
	s := search{left: mostLooked}
	out := content
	switch {
	case bytes.HasPrefix(content, pngMark):
		out = s.png(content)
	case IsPhoto(content):
		out = bytes.Clone(content)
		in := s.all
		if bytes.HasPrefix(out, jpegMark) {
			in = s.jpeg
		}
		s.settle(in, out)
	}
	if s.left < 0 {
		return nil, ErrCostly
	}
	return out, nil
}

// Head is how much of a file says whether it is a photo.
const Head = 12

// IsPhoto reports whether a file begins as a photo does.
func IsPhoto(b []byte) bool {
	return len(b) >= 4 && (bytes.HasPrefix(b, jpegMark) || bytes.HasPrefix(b, pngMark) || order(b) != nil ||
		bytes.HasPrefix(b, []byte("RIFF")) && len(b) >= Head && string(b[8:12]) == "WEBP" ||
		len(b) >= Head && string(b[4:8]) == "ftyp")
}

// search is one look through a photo, and what it may still cost: bytes of what looks like a place.
type search struct{ left int }

// spend reports whether there is so much left.
func (s *search) spend(n int) bool {
	s.left -= n
	return s.left >= 0
}

// settle empties places until there is none: what was emptied might in theory make another out of what surrounds it.
func (s *search) settle(in func(b []byte) bool, b []byte) {
	for range rounds {
		if !in(b) || s.left < 0 {
			return
		}
	}
	s.left = -1
}

// all empties the places in a part of a photo, and reports whether there was one.
func (s *search) all(b []byte) (changed bool) {
	for _, mark := range []string{"II*\x00", "MM\x00*"} {
		s.each(b, mark, func(at int) { changed = s.clearPlace(b[at:]) || changed })
	}
	s.each(b, "GPS", func(at int) { changed = blank(toldAt(b[at:])) || changed })
	s.each(b, "Gps", func(at int) { changed = blank(toldAt(b[at:])) || changed })
	s.each(b, "\xA9xyz", func(at int) { changed = blank(filmedAt(b[at+4:])) || changed })
	return changed
}

func (s *search) each(b []byte, mark string, do func(at int)) {
	for at := 0; ; at += len(mark) {
		next := bytes.Index(b[at:], []byte(mark))
		if next < 0 || !s.spend(mostName) {
			return
		}
		at += next
		do(at)
	}
}

// names are how XMP calls what belongs to a place, and the words of some drones for it. Three letters alone stand by chance in one photo of some thousands.
var names = func() map[string]bool {
	all := map[string]bool{"GpsLatitude": true, "GpsLongitude": true, "GpsLongtitude": true, "GPSPosition": true, "GPSCoordinates": true}
	for _, name := range []string{"VersionID", "Latitude", "Longitude", "Altitude", "TimeStamp", "Satellites", "Status", "MeasureMode", "DOP", "Speed", "Track", "ImgDirection", "MapDatum",
		"DestLatitude", "DestLongitude", "DestBearing", "DestDistance", "ProcessingMethod", "AreaInformation", "DateStamp", "Differential", "HPositioningError"} {
		all["GPS"+name], all["GPS"+name+"Ref"] = true, true
	}
	return all
}()

// toldAt gives the value of a place in XMP, which is text: of an attribute, as in exif:GPSLatitude="33,44N", or of an element.
func toldAt(b []byte) []byte {
	b = b[:min(len(b), 300)]
	name := 0
	for name < min(len(b), mostName) && (b[name]|0x20 >= 'a' && b[name]|0x20 <= 'z') {
		name++
	}
	if !names[string(b[:name])] {
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

	// What a file gets that is made to keep us busy; a photo has far less.
	rounds      = 3
	mostLooked  = 8 << 20 // bytes of what looks like a place, over the whole file
	mostName    = 41
	mostEntries = 1024     // of one directory
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
func (s *search) clearPlace(tiff []byte) (cleared bool) {
	o := order(tiff)
	if o == nil {
		return false
	}
	seen := map[uint32]bool{} // directories in a ring have no end
	for at := o.Uint32(tiff[4:]); at != 0 && !seen[at]; {
		seen[at] = true
		entries, all := directory(tiff, o, at)
		if !s.spend((all + 1) * entrySize) {
			return cleared
		}
		for i := range all {
			if e := tiff[entries+i*entrySize:]; o.Uint16(e) == gpsTag && s.left >= 0 {
				cleared = s.clearEntries(tiff, o, o.Uint32(e[8:])) || cleared
			}
		}
		next := entries + all*entrySize
		if all == 0 || next+4 > len(tiff) {
			break
		}
		at = o.Uint32(tiff[next:])
	}
	return cleared
}

func (s *search) clearEntries(tiff []byte, o binary.ByteOrder, at uint32) bool {
	entries, n := directory(tiff, o, at)
	if n > gpsLast+1 || !s.spend((n+1)*entrySize) {
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
		size := min(sizes[o.Uint16(e[2:])]*uint64(o.Uint32(e[4:])), mostValue)
		if from := uint64(o.Uint32(e[8:])); size > 4 && from >= 8 && from < uint64(len(tiff)) {
			if !s.spend(int(size)) {
				return true
			}
			clear(tiff[from:min(from+size, uint64(len(tiff)))])
		}
	}
	clear(dir)
	return true
}
