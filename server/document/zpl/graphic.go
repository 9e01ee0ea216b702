package zpl

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

const maxGraphic = 4 << 20 // bytes, that is 32 million dots: far more than a label has

// picture draws ^GF, a picture of dots: as hexadecimal digits with the printer's own shortening, or packed in :Z64: or :B64:.
func (r *reader) picture(f field) error {
	kind, rowBytes := strings.ToUpper(text(f.args, 0)), int(clamp(number(f.args, 3, 0), 0, maxSide/8))
	if kind != "A" || rowBytes == 0 || len(f.args) < 5 { // B and C are raw bytes, which no text field carries whole
		r.unknown("^GF")
		return nil
	}
	dots, err := graphic(strings.Join(f.args[4:], ","), rowBytes)
	if err != nil {
		return err
	}
	at := f.frame(float64(rowBytes*8), float64(len(dots)/rowBytes), 0)
	at.turn = 'N'
	at.x, at.y = float64(f.x), float64(f.y)
	for y := 0; (y+1)*rowBytes <= len(dots); y++ {
		row := make([]bool, rowBytes*8)
		for x := range row {
			row[x] = dots[y*rowBytes+x/8]>>(7-x%8)&1 == 1
		}
		r.row(at, row, 1, float64(y), 1, f.ink())
	}
	return nil
}

func graphic(s string, rowBytes int) ([]byte, error) {
	s = strings.Map(func(c rune) rune {
		if c == ' ' || c == '\r' || c == '\n' || c == '\t' {
			return -1
		}
		return c
	}, s)
	for _, packed := range []string{":Z64:", ":B64:"} {
		if rest, ok := strings.CutPrefix(s, packed); ok {
			body, _, _ := strings.Cut(rest, ":") // the check sum stands behind a colon
			raw, err := base64.StdEncoding.DecodeString(body)
			if err != nil || packed == ":B64:" {
				return raw, err
			}
			z, err := zlib.NewReader(bytes.NewReader(raw))
			if err != nil {
				return nil, fmt.Errorf("zpl: picture: %w", err)
			}
			return io.ReadAll(io.LimitReader(z, maxGraphic))
		}
	}
	// G to Y repeat the next digit 1 to 19 times, g to z 20 to 400 times; a comma ends the row in white, ! in black, a colon repeats the row above
	var all, row []byte
	var last []byte
	again := 0
	end := func(with byte) {
		for len(row) < rowBytes*2 {
			row = append(row, with)
		}
		all, last, row = append(all, row...), row, nil
	}
	for i := 0; i < len(s) && len(all) < 2*maxGraphic; i++ {
		c := s[i]
		switch {
		case c >= 'G' && c <= 'Y':
			again += int(c-'G') + 1
			continue
		case c >= 'g' && c <= 'z':
			again += (int(c-'g') + 1) * 20
			continue
		case c == ',':
			end('0')
		case c == '!':
			end('F')
		case c == ':':
			row = append([]byte(nil), last...)
			end('0')
		default:
			for range max(1, again) {
				if row = append(row, c); len(row) == rowBytes*2 {
					end('0')
				}
			}
		}
		again = 0
	}
	if len(row) > 0 {
		end('0')
	}
	out := make([]byte, len(all)/2)
	if _, err := hex.Decode(out, all); err != nil {
		return nil, fmt.Errorf("zpl: picture: %w", err)
	}
	return out, nil
}
