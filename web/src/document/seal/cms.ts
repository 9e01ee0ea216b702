/** Detached signatures as server/kit/cms makes them: CMS, one signer, SHA-256, the CAdES baseline's attributes, perhaps a timestamp. PKI.js reads them, WebCrypto checks them. */
import { fromBER } from 'asn1js'
import { type Attribute, Certificate, ContentInfo, ExtKeyUsage, getCrypto, SignedData, type SignerInfo, TSTInfo } from 'pkijs'
import { sha256, toHex } from './anatomy'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  digest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  stamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  keyUsages: '2.5.29.37',
  forStamps: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
}

export interface SignedBy {
  /** SHA-256 of the certificate. Whether it is to be trusted is for the caller to say. */
  fingerprint: string
  name: string
  from: Date
  until: Date
  stamp?: { at: Date; fingerprint: string }
}

export interface Verified {
  /** What is wrong; absent where nothing is. */
  problem?: 'form' | 'signature' | 'content' | 'stamp'
  by?: SignedBy
}

/** Checks a signature over the content whose SHA-256, in hex, is `sum`. There may be zeros behind it, as PDFs have. */
export async function verifyCms(der: Uint8Array<ArrayBuffer>, sum: string): Promise<Verified> {
  let info: SignerInfo
  let certificate: Certificate | undefined
  let named: string
  try {
    const data = read(der)
    if (data.signerInfos.length !== 1 || data.encapContentInfo.eContentType !== oid.data) return { problem: 'form' }
    info = data.signerInfos[0] as SignerInfo // counted above
    certificate = signerOf(data, info)
    if (!certificate || info.digestAlgorithm.algorithmId !== oid.sha256) return { problem: 'form' }
    // SEQUENCE { SEQUENCE OF { SEQUENCE { OCTET STRING … } } }: the first names the signer's certificate.
    const ess = only(info.signedAttrs?.attributes, oid.signingCertificate)
    named = toHex(octets(ess?.valueBlock.value[0]?.valueBlock.value[0]?.valueBlock.value[0]))
    if (named === '' || only(info.signedAttrs?.attributes, oid.contentType)?.valueBlock.toString() !== oid.data) return { problem: 'form' }
  } catch {
    return { problem: 'form' }
  }
  const by: SignedBy = {
    fingerprint: await fingerprintOf(certificate),
    name: nameOf(certificate),
    from: certificate.notBefore.value,
    until: certificate.notAfter.value,
  }
  if (named !== by.fingerprint || !(await fits(info, certificate))) return { problem: 'signature', by }
  if (toHex(octets(only(info.signedAttrs?.attributes, oid.digest))) !== sum) return { problem: 'content', by }
  const token = only(info.unsignedAttrs?.attributes, oid.stamp)
  if (!token) return { by }
  const stamp = await stampOf(new Uint8Array(token.toBER(false)), info.signature.valueBlock.valueHexView)
  return stamp ? { by: { ...by, stamp } } : { problem: 'stamp', by }
}

function read(der: Uint8Array<ArrayBuffer>): SignedData {
  const asn = fromBER(der)
  if (asn.offset === -1 || der.subarray(asn.offset).some((b) => b !== 0)) throw new Error('not one message')
  const outer = new ContentInfo({ schema: asn.result })
  if (outer.contentType !== oid.signedData) throw new Error('not signed data')
  return new SignedData({ schema: outer.content })
}

/** PKI.js and its reader leave a value's kind open; only what we ask of it is named here. */
interface Value {
  valueBlock: { value: Value[]; valueHexView?: Uint8Array; toString(): string }
  toBER(sizeOnly: boolean): ArrayBuffer
}

/** The one value of the one attribute of a kind. */
function only(attributes: Attribute[] | undefined, kind: string): Value | undefined {
  const found = attributes?.filter((a) => a.type === kind) ?? []
  return found.length === 1 && found[0]?.values.length === 1 ? (found[0].values[0] as Value) : undefined
}

const octets = (v: Value | undefined) => v?.valueBlock.valueHexView ?? new Uint8Array()

function signerOf(data: SignedData, info: SignerInfo): Certificate | undefined {
  return data.certificates?.find(
    (c): c is Certificate =>
      c instanceof Certificate &&
      'issuer' in info.sid &&
      c.issuer.isEqual(info.sid.issuer) &&
      c.serialNumber.isEqual(info.sid.serialNumber),
  )
}

async function fits(info: SignerInfo, certificate: Certificate): Promise<boolean> {
  try {
    const signed = info.signedAttrs?.encodedValue
    if (!signed) return false
    return await getCrypto(true).verifyWithPublicKey(
      signed,
      info.signature,
      certificate.subjectPublicKeyInfo,
      info.signatureAlgorithm,
      'SHA-256',
    )
  } catch {
    return false
  }
}

/** A timestamp's token (RFC 3161) that speaks of this signature, made by a certificate for timestamps while that was valid. */
async function stampOf(token: Uint8Array<ArrayBuffer>, signature: Uint8Array): Promise<SignedBy['stamp']> {
  try {
    const data = read(token)
    const info = data.signerInfos[0]
    const own = data.signerInfos.length === 1 && info ? signerOf(data, info) : undefined
    const usages = own?.extensions?.find((e) => e.extnID === oid.keyUsages)?.parsedValue
    if (!own || !(usages instanceof ExtKeyUsage) || usages.keyPurposes.join() !== oid.forStamps) return undefined
    // It hashes the signature itself and holds that against the token's imprint.
    if (!(await data.verify({ signer: 0, data: new Uint8Array(signature).buffer }))) return undefined
    const content = data.encapContentInfo.eContent?.getValue()
    if (!content) return undefined
    const said = TSTInfo.fromBER(content)
    const at = said.genTime
    if (said.messageImprint.hashAlgorithm.algorithmId !== oid.sha256 || at < own.notBefore.value || at > own.notAfter.value)
      return undefined
    return { at, fingerprint: await fingerprintOf(own) }
  } catch {
    return undefined
  }
}

const fingerprintOf = (c: Certificate) => sha256(new Uint8Array(c.toSchema(false).toBER(false)))

function nameOf(c: Certificate): string {
  const name = c.subject.typesAndValues.find((t) => t.type === oid.commonName)
  return name ? String(name.value.valueBlock.value) : ''
}
