// Package qr draws QR codes (ISO/IEC 18004).
package qr

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// Picture is a QR code of a text as an image's address, data:image/png. Text that no QR code holds is an error.
func Picture(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err == nil {
		side := code.Bounds().Dx() * 6
		code, err = barcode.Scale(code, side, side)
	}
	if err != nil {
		return "", fmt.Errorf("draw QR code: %w", err)
	}
	gray := image.NewGray(code.Bounds())
	draw.Draw(gray, gray.Bounds(), code, image.Point{}, draw.Src)
	var out bytes.Buffer
	err = png.Encode(&out, gray)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), err
}
