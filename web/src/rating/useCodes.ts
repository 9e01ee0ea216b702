import { useRefusal } from '@/kit/remote/refusal'

/** The server's codes of rating in words: why a carrier lost, what a charge is. */
export function useCodes() {
  const refusal = useRefusal()
  return {
    say: (code: string, value = '') => refusal.known(code, { value }),
    /** A charge that the catalogue does not know is an accessorial of the carrier's own, and is called by its code. */
    charge: (code: string) => refusal.known(`charge-${code}`) ?? code,
  }
}
