package document

import (
	"fmt"
	"testing"
)

func TestPrint_TheTypeSaysWhichPaperOrWhoseCountIsMeant(t *testing.T) {
	for _, c := range []struct {
		req  BatchReq
		want string
	}{
		{BatchReq{}, "[bol 3]"},
		{BatchReq{FileType: "bol"}, "[bol 3]"},
		{BatchReq{FileType: "pdf"}, "[bol 3]"},
		{BatchReq{FileType: "label"}, "[pallet-label 1]"},
		{BatchReq{FileType: "zpl"}, "[pallet-label 1]"},
		{BatchReq{FileType: "pallet-label", LabelCount: 2}, "[pallet-label 2]"},
		{BatchReq{FileType: "parcel-label"}, "[parcel-label 1]"},
		{BatchReq{FileType: "parcel-label", LabelCount: 4}, "[parcel-label 4]"},
		{BatchReq{FileType: "packinglist"}, "[packing-list 1]"},
		{BatchReq{FileType: "packing-list", PackingCount: 2}, "[packing-list 2]"},
		{BatchReq{FileType: "packinglist", BolCount: 2}, "[bol 2 packing-list 1]"},
		{BatchReq{FileType: "bol", LabelCount: 2}, "[bol 3 pallet-label 2]"},
		{BatchReq{FileName: "x.pdf", BolCount: 1, LabelCount: 5, PackingCount: 2}, "[file 5]"},
		{BatchReq{FileName: "x.pdf", FileType: "pdf", BolCount: 2, LabelCount: 5}, "[file 2]"},
		{BatchReq{FileName: "x.pdf", FileType: "packinglist", BolCount: 2, PackingCount: 4}, "[file 4]"},
		{BatchReq{FileName: "x.zpl", FileType: "label", BolCount: 2, LabelCount: 6}, "[file 6]"},
		{BatchReq{FileName: "x.pdf", FileType: "file"}, "[file 1]"},
	} {
		got := []string{}
		for _, p := range c.req.wanted() {
			got = append(got, fmt.Sprint(p.Kind, " ", p.Copies))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%+v: %v, want %s", c.req, got, c.want)
		}
	}
}
