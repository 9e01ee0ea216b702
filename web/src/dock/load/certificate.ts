import { isSigned, type Load } from './load'

/** Whether what is done now takes back the shipper's certificate: it was given before, for another load than this is now. The twin of withdraw in server/dock. */
export const withdrawn = (load: Pick<Load, 'certificate' | 'state'>, made: { at: string }) =>
  load.certificate !== null && !isSigned(load) && Date.parse(made.at) > Date.parse(load.certificate.at)

/** The change of a load whose certificate is taken back; none where it stands. */
export const takenBack = (load: Pick<Load, 'certificate' | 'state'>, made: { at: string }): { certificate?: null } =>
  withdrawn(load, made) ? { certificate: null } : {}
