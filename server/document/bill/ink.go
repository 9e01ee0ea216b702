package bill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/go-pdf/fpdf"

	"lading/server/kit/fail"
)

// A signature pad's picture is some 600 by 200; a picture far beyond it is an attempt to fill the memory.
const maxSignaturePixels = 4_000_000

// picture places a signature in a space, as large as its shape allows, standing on the line.
func (f *form) picture(r Role, x, y, w, h float64) {
	name := f.images[r]
	if name == "" || h <= 4 {
		return
	}
	info := f.GetImageInfo(name)
	scale := min(w/info.Width(), h/info.Height())
	pw, ph := info.Width()*scale, info.Height()*scale
	f.ImageOptions(name, x+(w-pw)/2, y+h-ph, pw, ph, false, fpdf.ImageOptions{ImageType: "PNG"}, 0, "")
}

func (f *form) loadImages() error {
	for _, s := range f.b.Signatures {
		if len(s.Image) == 0 {
			continue
		}
		ink, err := inkOnly(s.Image)
		if err != nil {
			return err
		}
		if ink == nil {
			continue
		}
		sum := sha256.Sum256(ink)
		name := hex.EncodeToString(sum[:8])
		f.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "PNG"}, bytes.NewReader(ink))
		f.images[s.Role] = name
	}
	return nil
}

// Drawable tells whether a file is a picture that can stand as a signature.
func Drawable(raw []byte) bool {
	_, err := inkOnly(raw)
	return err == nil
}

// inkOnly crops a signature to its strokes and makes it plain 8-bit grey on white: the PDF writer takes no interlaced or 16-bit
// PNG, and a pad's empty margin would make the signature small.
func inkOnly(raw []byte) ([]byte, error) {
	cfg, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil || cfg.Width*cfg.Height > maxSignaturePixels {
		return nil, fail.Malformed("bill-signature-image")
	}
	src, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fail.Malformed("bill-signature-image")
	}
	all := src.Bounds()
	grey := image.NewGray(image.Rect(0, 0, all.Dx(), all.Dy()))
	var ink image.Rectangle
	for y := range all.Dy() {
		for x := range all.Dx() {
			r, g, b, a := src.At(all.Min.X+x, all.Min.Y+y).RGBA() // premultiplied: white shows through what is missing
			v := (299*(r+0xffff-a) + 587*(g+0xffff-a) + 114*(b+0xffff-a)) / 1000 >> 8
			grey.SetGray(x, y, color.Gray{Y: uint8(v)})
			if v < 0xc0 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if ink.Empty() {
		return nil, nil
	}
	ink = ink.Inset(-4).Intersect(grey.Bounds())
	cropped := image.NewGray(image.Rect(0, 0, ink.Dx(), ink.Dy()))
	for y := range ink.Dy() {
		copy(cropped.Pix[y*cropped.Stride:][:ink.Dx()], grey.Pix[grey.PixOffset(ink.Min.X, ink.Min.Y+y):])
	}
	var out bytes.Buffer
	if err := png.Encode(&out, cropped); err != nil {
		return nil, fmt.Errorf("encode signature: %w", err)
	}
	return out.Bytes(), nil
}
