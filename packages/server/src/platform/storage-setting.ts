import { z } from 'zod'
import { isSentInClear } from './private-hosts.ts'
import { text } from './setting-kinds.ts'

/** Where files are kept instead of in the data folder: a bucket of an S3 service. */
export interface S3Settings {
  bucket: string
  /** Empty, or what every key begins with, with a slash at its end. */
  prefix: string
  region: string
  /** URL of the service, without a slash at its end; the bucket is part of its path or of its host name. */
  endpoint: string
  isPathStyle: boolean
  /** Who sends private files to people: this server (`stream`), or the service by a URL that expires (`redirect`). */
  delivery: 'stream' | 'redirect'
  /** The service as browsers reach it. */
  publicEndpoint: string
  accessKey: string
  secretKey: string
  /** Session token of temporary keys. */
  sessionToken: string | null
}

const PARAMETERS = new Set(['endpoint', 'region', 'style', 'delivery', 'public_endpoint'])

type StorageAddress = Omit<
  S3Settings,
  'region' | 'endpoint' | 'publicEndpoint' | 'accessKey' | 'secretKey' | 'sessionToken'
> & {
  region: string | null
  endpoint: string | null
  publicEndpoint: string | null
}

/** `s3://bucket/prefix?endpoint=…&region=…&style=path|host&delivery=stream|redirect&public_endpoint=…`. */
const storageSetting = z
  .string()
  .transform((value, context): StorageAddress => {
    const reject = (message: string) => {
      context.addIssue(message)
      return z.NEVER
    }
    if (!URL.canParse(value)) return reject('must be s3://bucket, with an endpoint and a region')
    const url = new URL(value)
    if (url.protocol !== 's3:') return reject('must begin with s3://')
    if (url.username !== '' || url.password !== '')
      return reject('must not contain keys: they go into STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY')
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) return reject('must name a bucket: s3://bucket')
    if (!/^(?:\/[A-Za-z0-9_.-]+)*\/?$/.test(url.pathname) || /\/\.{1,2}(?:[/?]|$)/.test(value))
      return reject('must have letters, digits, dots and hyphens in its path')
    const given = url.searchParams
    for (const name of given.keys())
      if (!PARAMETERS.has(name)) return reject(`must have no other parameters than ${[...PARAMETERS].join(', ')}`)
    const endpoint = serviceAddress(given.get('endpoint'))
    const publicEndpoint = serviceAddress(given.get('public_endpoint'))
    if (endpoint === undefined || publicEndpoint === undefined)
      return reject('must have endpoints that begin with https://, or with http:// in a private network')
    const style = given.get('style') ?? (endpoint === null ? 'host' : 'path')
    if (style !== 'path' && style !== 'host') return reject('must have the style path or host')
    const delivery = given.get('delivery') ?? 'stream'
    if (delivery !== 'stream' && delivery !== 'redirect') return reject('must have the delivery stream or redirect')
    const region = given.get('region')
    if (region !== null && !/^[a-z0-9-]+$/.test(region))
      return reject('must have a region of letters, digits and hyphens')
    const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
    return {
      bucket: url.host,
      prefix: prefix === '' ? '' : `${prefix}/`,
      region,
      endpoint,
      isPathStyle: style === 'path',
      delivery,
      publicEndpoint,
    }
  })
  .nullable()
  .default(null)

/** Null for none; undefined for a wrong one. */
function serviceAddress(value: string | null): string | null | undefined {
  if (value === null) return null
  if (!URL.canParse(value)) return undefined
  const { protocol, username, search, hash } = new URL(value)
  if (!/^https?:$/.test(protocol) || username + search + hash !== '' || isSentInClear(value)) return undefined
  return value.replace(/\/+$/, '')
}

/** Where files are kept. The variables of other programs for AWS count where our own keys are not set. */
export const storageEnvironment = {
  STORAGE_URL: storageSetting,
  STORAGE_ACCESS_KEY: text,
  STORAGE_SECRET_KEY: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_REGION: text,
}

/** The bucket with its keys, null where there is none, or the reason why the settings do not fit together. */
export function completeStorage(env: z.output<z.ZodObject<typeof storageEnvironment>>): S3Settings | string | null {
  const address = env.STORAGE_URL
  const isOwn = env.STORAGE_ACCESS_KEY !== null || env.STORAGE_SECRET_KEY !== null
  if (address === null) return isOwn ? 'STORAGE_URL is required with STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY' : null
  const accessKey = isOwn ? env.STORAGE_ACCESS_KEY : env.AWS_ACCESS_KEY_ID
  const secretKey = isOwn ? env.STORAGE_SECRET_KEY : env.AWS_SECRET_ACCESS_KEY
  if (accessKey === null) return 'STORAGE_ACCESS_KEY is required with STORAGE_URL'
  if (secretKey === null) return 'STORAGE_SECRET_KEY is required with STORAGE_URL'
  const region = address.region ?? env.AWS_REGION ?? 'us-east-1'
  const endpoint = address.endpoint ?? `https://s3.${region}.amazonaws.com`
  return {
    ...address,
    region,
    endpoint,
    publicEndpoint: address.publicEndpoint ?? endpoint,
    accessKey,
    secretKey,
    sessionToken: isOwn ? null : env.AWS_SESSION_TOKEN,
  }
}

/** The URL of a bucket, or of an object in it. Keys need no escaping: ours are letters, digits, `-`, `_`, `.`, `/`. */
export function objectUrl(endpoint: string, { bucket, isPathStyle }: S3Settings, key: string | null): URL {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  if (!isPathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = `${path}${isPathStyle ? `/${bucket}` : ''}${key === null ? '' : `/${key}`}`
  return url
}
