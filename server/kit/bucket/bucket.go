// Package bucket opens the place beside the data folder where replicas and files are kept:
// a folder, or a bucket of any server that speaks S3.
package bucket

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/s3blob"

	"lading/server/kit/localfile"
)

// Bucket is a folder or an S3 prefix.
type Bucket struct {
	Folder string // where it is a folder; else empty

	name, prefix string
	query        url.Values
	once         sync.Once
	client       *s3.Client
	err          error
}

// Parse reads a setting such as ./replica or s3://bucket/prefix?endpoint=https://…&region=…; "off" gives nil.
// Nothing is asked of the network yet.
func Parse(setting string) (*Bucket, error) {
	switch {
	case setting == "off" || setting == "":
		return nil, nil
	case strings.HasPrefix(setting, "s3://"):
		u, err := url.Parse(setting)
		if err != nil {
			return nil, fmt.Errorf("replica %q: %w", setting, err)
		}
		if u.Host == "" {
			return nil, fmt.Errorf("replica %q names no bucket", setting)
		}
		return &Bucket{name: u.Host, prefix: strings.Trim(u.Path, "/"), query: u.Query()}, nil
	case strings.Contains(setting, "://") && !strings.HasPrefix(setting, "file://"):
		return nil, fmt.Errorf("replica %q: a folder, s3://bucket/prefix or off is wanted", setting)
	}
	dir, err := filepath.Abs(strings.TrimPrefix(setting, "file://"))
	if err != nil {
		return nil, err
	}
	return &Bucket{Folder: dir}, nil
}

// URL names a key in the spelling of the replicating library.
func (b *Bucket) URL(key string) string {
	if b.Folder != "" {
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(b.Folder, filepath.FromSlash(key)))}).String()
	}
	return (&url.URL{Scheme: "s3", Host: b.name, Path: "/" + path.Join(b.prefix, key), RawQuery: b.query.Encode()}).String()
}

func (b *Bucket) s3(ctx context.Context) (*s3.Client, error) {
	b.once.Do(func() {
		_ = os.Unsetenv("AWS_CA_BUNDLE") // the replicating library's own HTTP client cannot take it
		var options []func(*config.LoadOptions) error
		region := b.query.Get("region")
		if region == "" && os.Getenv("AWS_REGION") == "" && os.Getenv("AWS_DEFAULT_REGION") == "" {
			region = "us-east-1"
		}
		if region != "" {
			options = append(options, config.WithRegion(region))
		}
		options = append(options, config.WithHTTPClient(&http.Client{Transport: transport()}))
		cfg, err := config.LoadDefaultConfig(context.WithoutCancel(ctx), options...)
		if err != nil {
			b.err = fmt.Errorf("set up S3: %w", err)
			return
		}
		b.client = s3.NewFromConfig(cfg, func(o *s3.Options) {
			o.RetryMaxAttempts = 2 // whoever asks has a loop of his own
			endpoint := b.query.Get("endpoint")
			if endpoint == "" {
				return
			}
			if !strings.Contains(endpoint, "://") {
				endpoint = "https://" + endpoint
			}
			o.BaseEndpoint = aws.String(endpoint)
			o.UsePathStyle = b.query.Get("forcePathStyle") != "false"
			// other makers' servers do not take the checksums that AWS sends of late
			o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
			o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
		})
	})
	return b.client, b.err
}

func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 32
	t.ResponseHeaderTimeout = time.Minute
	return t
}

// Dirs lists the names directly below a key that have something below them, in order.
func (b *Bucket) Dirs(ctx context.Context, key string) ([]string, error) {
	var out []string
	if b.Folder != "" {
		list, err := os.ReadDir(filepath.Join(b.Folder, filepath.FromSlash(key)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if e.IsDir() {
				out = append(out, e.Name())
			}
		}
		return out, nil
	}
	client, err := b.s3(ctx)
	if err != nil {
		return nil, err
	}
	prefix := path.Join(b.prefix, key) + "/"
	pages := s3.NewListObjectsV2Paginator(client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix, Delimiter: aws.String("/")})
	for pages.HasMorePages() {
		p, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", prefix, err)
		}
		for _, c := range p.CommonPrefixes {
			out = append(out, strings.TrimSuffix(strings.TrimPrefix(*c.Prefix, prefix), "/"))
		}
	}
	sort.Strings(out)
	return out, nil
}

// Get reads a small object; nil where there is none.
func (b *Bucket) Get(ctx context.Context, key string) ([]byte, error) {
	if b.Folder != "" {
		body, err := os.ReadFile(filepath.Join(b.Folder, filepath.FromSlash(key)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return body, err
	}
	client, err := b.s3(ctx)
	if err != nil {
		return nil, err
	}
	out, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: aws.String(path.Join(b.prefix, key))})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	defer func() { _ = out.Body.Close() }()
	return io.ReadAll(io.LimitReader(out.Body, 1<<20))
}

// ErrChanged is an object that is not as the caller last saw it.
var ErrChanged = errors.New("bucket: another program has written this")

// ErrUnconditional is a service that writes although the condition does not hold.
var ErrUnconditional = errors.New("bucket: the service does not support conditional writes (If-Match, If-None-Match)")

// GetTagged reads a small object and the tag of its content for Swap; both are empty where there is none.
func (b *Bucket) GetTagged(ctx context.Context, key string) (body []byte, tag string, err error) {
	if b.Folder != "" {
		body, err = b.Get(ctx, key)
		return body, folderTag(body), err
	}
	client, err := b.s3(ctx)
	if err != nil {
		return nil, "", err
	}
	out, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: aws.String(path.Join(b.prefix, key))})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", key, err)
	}
	defer func() { _ = out.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(out.Body, 1<<20))
	return body, aws.ToString(out.ETag), err
}

// Swap writes a small object if it still has the tag, or if there is none and the tag is empty. Else it answers ErrChanged.
// In a folder a lock beside the object makes comparing and writing one step.
func (b *Bucket) Swap(ctx context.Context, key string, body []byte, tag string) (next string, err error) {
	if b.Folder != "" {
		return swapFile(ctx, filepath.Join(b.Folder, filepath.FromSlash(key)), body, tag)
	}
	client, err := b.s3(ctx)
	if err != nil {
		return "", err
	}
	in := &s3.PutObjectInput{Bucket: &b.name, Key: aws.String(path.Join(b.prefix, key)), Body: bytes.NewReader(body)}
	if tag == "" {
		in.IfNoneMatch = aws.String("*")
	} else {
		in.IfMatch = &tag
	}
	out, err := client.PutObject(ctx, in)
	if refused(err) {
		return "", ErrChanged
	}
	if err != nil {
		return "", fmt.Errorf("write %s: %w", key, err)
	}
	return aws.ToString(out.ETag), nil
}

// refused reports whether S3 did not write because the condition does not hold. A missing object has no tag to match.
func refused(err error) bool {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode() {
	case "PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey":
		return true
	}
	return false
}

// ProveSwap reports ErrUnconditional where the service ignores or refuses conditions. It writes and deletes an object of this name.
func (b *Bucket) ProveSwap(ctx context.Context, key string) error {
	if b.Folder != "" {
		return nil
	}
	client, err := b.s3(ctx)
	if err != nil {
		return err
	}
	if err := b.Put(ctx, key, []byte("{}")); err != nil {
		return err
	}
	for _, tag := range []string{"", `"00000000000000000000000000000000"`} {
		var api smithy.APIError
		switch _, err := b.Swap(ctx, key, []byte("{ }"), tag); {
		case errors.Is(err, ErrChanged):
		case err == nil, errors.As(err, &api) && (api.ErrorCode() == "NotImplemented" || api.ErrorCode() == "InvalidArgument" || api.ErrorCode() == "InvalidRequest"):
			return errors.Join(ErrUnconditional, err)
		default:
			return err
		}
	}
	_, err = client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: aws.String(path.Join(b.prefix, key))})
	return err
}

func folderTag(body []byte) string {
	if body == nil {
		return ""
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

func swapFile(ctx context.Context, name string, body []byte, tag string) (next string, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", err
	}
	lock, err := localfile.Wait(ctx, name+".lock")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	was, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if folderTag(was) != tag {
		return "", ErrChanged
	}
	f, err := os.OpenFile(name+".tmp", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.Write(body)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", err
	}
	return folderTag(body), localfile.Rename(name+".tmp", name)
}

// Put writes a small object, whole or not at all.
func (b *Bucket) Put(ctx context.Context, key string, body []byte) error {
	if b.Folder != "" {
		name := filepath.Join(b.Folder, filepath.FromSlash(key))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name+".tmp", body, 0o600); err != nil {
			return err
		}
		return localfile.Rename(name+".tmp", name)
	}
	client, err := b.s3(ctx)
	if err != nil {
		return err
	}
	if _, err := client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: aws.String(path.Join(b.prefix, key)), Body: bytes.NewReader(body)}); err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

// Remove deletes all that is below a key. Cut off half-way, it goes on when it is asked again.
func (b *Bucket) Remove(ctx context.Context, key string) error {
	if b.Folder != "" {
		return os.RemoveAll(filepath.Join(b.Folder, filepath.FromSlash(key)))
	}
	client, err := b.s3(ctx)
	if err != nil {
		return err
	}
	prefix := path.Join(b.prefix, key) + "/"
	pages := s3.NewListObjectsV2Paginator(client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix})
	for pages.HasMorePages() {
		p, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("list %s: %w", prefix, err)
		}
		for _, o := range p.Contents { // one by one: not every maker's server takes them together
			if _, err := client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: o.Key}); err != nil {
				return fmt.Errorf("delete %s: %w", *o.Key, err)
			}
		}
	}
	return nil
}

// Blobs opens what is below a key for files of any size.
func (b *Bucket) Blobs(ctx context.Context, key string) (*blob.Bucket, error) {
	if b.Folder != "" {
		// temporary files stand beside their places: a rename over mounts is no rename
		return fileblob.OpenBucket(filepath.Join(b.Folder, filepath.FromSlash(key)), &fileblob.Options{CreateDir: true, DirFileMode: 0o700, NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	}
	client, err := b.s3(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s3blob.OpenBucket(ctx, client, b.name, nil)
	if err != nil {
		return nil, err
	}
	return blob.PrefixedBucket(all, path.Join(b.prefix, key)+"/"), nil
}
