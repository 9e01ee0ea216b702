import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import { upload } from '@sync/transfer'
import { defineForm } from '@/kit/form/defineForm'
import { Secret, Text } from '@/kit/form/inputs'

export const stampForm = defineForm<{ stampUrl: string }>('Document/SaveSealing', {
  title: msg`Timestamp server`,
  intro: msg`It proves when a bill was sealed, also after the certificate has expired. Leave it empty to use none.`,
  fields: { stampUrl: { label: msg`Address (RFC 3161)`, hint: msg`Such as https://timestamp.example.com`, input: Text } },
  run: (request) => call('Document/SaveSealing', { stampUrl: (request as { stampUrl?: string }).stampUrl ?? '' }), // this form's own value
  submit: msg`Save`,
  done: msg`Saved. It applies from the next signed bill on.`,
})

/** The file goes with the form; its password is asked here and kept nowhere. */
export const bringForm = (file: File) =>
  defineForm<{ Password: string }>('Document/BringCertificate', {
    title: msg`Upload certificate`,
    intro: msg`${file.name}: bills are sealed with it from now on. Bills that were sealed before stay valid.`,
    fields: { Password: { label: msg`Password of the file`, input: Secret, secret: true } },
    run: (request) => upload('Document/BringCertificate', { Password: (request as { Password?: string }).Password ?? '' }, [file]), // this form's own value
    submit: msg`Seal with it`,
    done: msg`The organization seals with it now.`,
  })

export interface RevokeTyped {
  CertificateId: string
  Reason: string
}

/** For a key that somebody else may have. It cannot be taken back, and says what it does to papers before it is done. */
export const revokeForm = (name: string) =>
  defineForm<RevokeTyped>('Document/RevokeCertificate', {
    title: msg`Revoke the certificate`,
    intro: msg`${name}: for a key that someone else may have. This cannot be undone. Documents that it sealed stay valid only where a timestamp or your records prove that they are older; the next bill is sealed with another certificate.`,
    fields: {
      Reason: {
        label: msg`Why`,
        hint: msg`Everyone who checks one of its documents reads this.`,
        input: Text,
        required: true,
        check: (v) => (v && v.trim().length < 2 ? msg`A word or two.` : undefined),
      },
    },
    subject: (r) => r.CertificateId ?? '',
    submit: msg`Revoke it`,
    done: msg`Revoked. Devices know it with their next contact.`,
  })
