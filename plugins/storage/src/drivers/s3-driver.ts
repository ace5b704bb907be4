import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { isError, lazy, seconds } from '@taproot/core/plugin';
import type { S3DiskConfig } from '../config.ts';
import {
  type ByteRange,
  DriverError,
  type Entry,
  type FileFacts,
  type SignedUpload,
  type StorageDriver,
  type UploadLimits,
} from './driver.ts';

// The only file that knows the SDK. It is loaded by the first call of a disk.
const sdk = lazy(async () => {
  const [s3, storage, presigner, post] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
    import('@aws-sdk/s3-presigned-post'),
  ]);
  return {
    ...s3,
    Upload: storage.Upload,
    getSignedUrl: presigner.getSignedUrl,
    createPresignedPost: post.createPresignedPost,
  };
});

/** Bytes of a part: the least that S3 takes. A stream needs four of them in memory. */
const partSize = 5 * 1024 * 1024;

interface Answered {
  readonly name?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const failureOf = (cause: unknown): unknown => {
  const { name, $metadata } = Object(cause) as Answered;
  const status = $metadata?.httpStatusCode;
  const reason = isError(cause) && cause.message !== '' ? cause.message : String(name ?? cause);
  if (name === 'NoSuchKey' || name === 'NotFound') return new DriverError('missing', reason, cause);
  if (status === 412) return new DriverError('changed', reason, cause);
  if (status === 401 || status === 403) return new DriverError('denied', reason, cause);
  if (status === undefined || status === 429 || status >= 500) return new DriverError('unavailable', reason, cause);
  return cause;
};

/** Keeps files in a bucket of S3, or of a server that speaks its protocol. */
export class S3Driver implements StorageDriver {
  readonly #config: S3DiskConfig;
  readonly #client: () => Promise<S3Client>;
  #opened: S3Client | null = null;

  constructor(config: S3DiskConfig) {
    this.#config = config;
    this.#client = lazy(async () => {
      const { S3Client: Client } = await sdk();
      const { region, endpoint, key, secret, attempts = 3, timeout = '30s' } = config;
      const milliseconds = seconds(timeout, 'timeout') * 1000;
      this.#opened = new Client({
        region: region ?? 'us-east-1',
        maxAttempts: attempts,
        // Without it, a server that says nothing holds a request for ever.
        requestHandler: { connectionTimeout: milliseconds, socketTimeout: milliseconds },
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        ...(endpoint === undefined || endpoint === null ? {} : { endpoint, forcePathStyle: true }),
        ...(key === undefined || key === null
          ? {}
          : { credentials: { accessKeyId: key, secretAccessKey: secret ?? '' } }),
      });
      return this.#opened;
    });
  }

  async write(path: string, source: Readable, type: string): Promise<void> {
    const [{ Upload }, client] = await Promise.all([sdk(), this.#client()]);
    const upload = new Upload({
      client,
      params: { ...this.#at(path), Body: source, ContentType: type },
      partSize,
      leavePartsOnError: false,
    });
    await this.#try(async () => {
      try {
        await upload.done();
      } catch (cause) {
        if (source.errored !== null) throw new DriverError('source', source.errored.message, source.errored);
        throw cause;
      }
    });
  }

  async stat(path: string): Promise<FileFacts | null> {
    const { HeadObjectCommand } = await sdk();
    const client = await this.#client();
    try {
      const head = await this.#try(() => client.send(new HeadObjectCommand(this.#at(path))));
      return { size: head.ContentLength ?? 0, modified: head.LastModified ?? new Date(0), etag: head.ETag ?? '""' };
    } catch (error) {
      if (error instanceof DriverError && error.failure === 'missing') return null;
      throw error;
    }
  }

  async read(path: string, range: ByteRange | null, etag: string | null): Promise<Readable> {
    const { GetObjectCommand } = await sdk();
    const client = await this.#client();
    const options = {
      ...(range === null ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      ...(etag === null ? {} : { IfMatch: etag }),
    };
    const { Body, ETag, ContentLength } = await this.#try(() =>
      client.send(new GetObjectCommand({ ...this.#at(path), ...options })),
    );
    if (!(Body instanceof Readable)) throw new DriverError('unavailable', 'the reply has no body');
    // Some servers ignore If-Match.
    if (etag !== null && ETag !== etag) {
      Body.destroy();
      throw new DriverError('changed', 'another tag');
    }
    return whole(Body, ContentLength);
  }

  async copy(from: string, to: string): Promise<void> {
    const { CopyObjectCommand } = await sdk();
    const client = await this.#client();
    const CopySource = `${this.#config.bucket}/${this.#at(from).Key.split('/').map(encodeURIComponent).join('/')}`;
    await this.#try(() => client.send(new CopyObjectCommand({ ...this.#at(to), CopySource })));
  }

  async delete(path: string): Promise<void> {
    const { DeleteObjectCommand } = await sdk();
    const client = await this.#client();
    await this.#try(() => client.send(new DeleteObjectCommand(this.#at(path))));
  }

  async *list(directory: string, deep: boolean): AsyncGenerator<Entry> {
    const { ListObjectsV2Command } = await sdk();
    const client = await this.#client();
    const root = this.#at('').Key;
    const Prefix = directory === '' ? root : `${root}${directory}/`;
    let token: string | undefined;
    do {
      const page = await this.#try(() =>
        client.send(
          new ListObjectsV2Command({
            Bucket: this.#config.bucket,
            Prefix,
            ...(deep ? {} : { Delimiter: '/' }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        ),
      );
      // Consoles make empty objects for directories.
      for (const { Key = '' } of page.Contents ?? [])
        if (!Key.endsWith('/')) yield { path: Key.slice(root.length), isDirectory: false };
      for (const { Prefix: folder = '' } of page.CommonPrefixes ?? [])
        yield { path: folder.slice(root.length, -1), isDirectory: true };
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async temporaryUrl(path: string, seconds: number, download: string | null): Promise<string> {
    const { GetObjectCommand, getSignedUrl } = await sdk();
    const client = await this.#client();
    const options = download === null ? {} : { ResponseContentDisposition: download };
    return getSignedUrl(client, new GetObjectCommand({ ...this.#at(path), ...options }), { expiresIn: seconds });
  }

  async temporaryUpload(path: string, { maxBytes, type, seconds }: UploadLimits): Promise<SignedUpload> {
    const { createPresignedPost } = await sdk();
    const client = await this.#client();
    return createPresignedPost(client, {
      ...this.#at(path),
      Expires: seconds,
      Fields: { 'Content-Type': type },
      Conditions: [
        ['content-length-range', 0, maxBytes],
        ['eq', '$Content-Type', type],
      ],
    });
  }

  async check(): Promise<void> {
    const { HeadBucketCommand } = await sdk();
    const client = await this.#client();
    await this.#try(() => client.send(new HeadBucketCommand({ Bucket: this.#config.bucket })));
  }

  close(): void {
    this.#opened?.destroy();
  }

  #at(path: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix = '' } = this.#config;
    return { Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` };
  }

  async #try<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof DriverError ? error : failureOf(error);
    }
  }
}

/** A body that fails if the connection ends before its length. */
const whole = (body: Readable, length: number | undefined): Readable => {
  const checked = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        yield chunk;
      }
    } catch (cause) {
      throw new DriverError('unavailable', `the connection was cut after ${bytes} bytes`, cause);
    }
    if (length !== undefined && bytes !== length)
      throw new DriverError('unavailable', `${bytes} of ${length} bytes came`);
  };
  return Readable.from(checked(), { objectMode: false });
};
