package zpl

import (
	"errors"
	"strings"
	"testing"
)

func TestFilter_LetsLabelsThrough(t *testing.T) {
	for _, src := range []string{
		"^XA^FO50,50^A0N,30,30^FDHello^FS^XZ",
		"\r\n^XA^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27^FO15,570^A0N,30,34^FDSHIP TO:^FS^BY3^BCN,103,N,N,N,A^FD420303^FS^XZ\n", // as a parcel carrier sends it
		"^XA^FO0,0^GFA,8,8,1,FF00FF00^FS^PQ500^XZ^XA^FX a note; with ! in it^FDa ! b^FS^FH_^FD_7E and _5E^FS^XZ",
	} {
		if err := Filter(src); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func TestFilter_RefusesWhatIsNoPrinting(t *testing.T) {
	label := "^XA^FO1,1^FDx^FS^XZ"
	for src, command := range map[string]string{
		label + "~JR": "~JR", "^XA^JUS^XZ": "^JU", "^xa^jus^xz": "^ju", "^XA^FDx~JR^FS^XZ": "~JR", "~JR" + label: "~JR", "^XA^FD^JUF^FS^XZ": "^JU",
		"^XA^ND2,P,192.0.2.1^XZ": "^ND", "^XA^NS^XZ": "^NS", "^XA^KP1234^XZ": "^KP", "^XA^KNprinter^XZ": "^KN", "^XA^WIP^XZ": "^WI", "^XA^WXo^XZ": "^WX", "^XA^HZA^XZ": "^HZ",
		"~DGR:A.GRF,1,1,FF" + label: "~DG", "~DYE:A.TTF,B,T,1,,x" + label: "~DY", "^XA^DFR:F.ZPL^XZ": "^DF", "^XA^XFR:F.ZPL^XZ": "^XF", "^XA^IDR:*.*^XZ": "^ID", "^XA^ISR:A.GRF^XZ": "^IS",
		"^CC!" + label: "^CC", "^XA^CT!^XZ": "^CT", "^XA^CD;^XZ": "^CD", "~CC!" + label: "~CC", "^XA^A@N,1,1,E:F.TTF^XZ": "^A@", "^XA^SLS^XZ": "^SL", "^XA^STx^XZ": "^ST", "^XA^MFC,C^XZ": "^MF",
		"^XA^PQ99999999^XZ": "^PQ", "^XA^PQ501^XZ": "^PQ", "^XA^PQ-1^XZ": "^PQ", "^XA^PQ1e9^XZ": "^PQ",
		"! U1 do \"device.reset\" \"\"\r\n" + label: "! U1 do \"dev", label + "\r\n! U1 setvar \"ip.addr\" \"x\"": "! U1 setvar ",
		"^XA^FDx\r\n! U1 do \"device.reset\" \"\"\r\n^FS^XZ": "! U1 do \"dev", "^XA\r\n{}{\"device.reset\":\"\"}^XZ": "{}{\"device.r", "^XA^FDx^FS stray^XZ": "stray",
		"^XA^FDx\x02^FS^XZ": "0x02", "^XA^FDx\x1b^FS^XZ": "0x1b", "\x1b%-12345X@PJL" + label: "0x1b", "^XA^GFB,8,8,1,x^FS^XZ": "^GF",
		"^XA^FDx": "^XZ", "": "^XZ", "N\nA50,0,0,1,1,1,N,\"x\"\nP1": "N\nA50,0,0,1", "^XA^XA^XZ": "^XA^XA", "^FDx^XA^XZ": "^FD", "^XA^": "^", "^XA^^XZ": "^",
		"^XA" + strings.Repeat("x", maxSize) + "^XZ": "1048582 byte",
	} {
		err := Filter(src)
		var r Refused
		if !errors.As(err, &r) || !strings.HasPrefix(r.Command, command) && r.Command != command {
			t.Errorf("%.60q: %v, want %s", src, err, command)
		}
	}
}
