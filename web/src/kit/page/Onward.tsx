import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/** Goes on to another page in place of this one. Where somebody has asked for a third meanwhile, that is where they want to be. */
export function Onward({ to }: { to: string }) {
  const router = useRouter()
  const navigate = useNavigate()
  const here = useMatch({ strict: false, select: (match) => match.pathname })
  useLayoutEffect(() => {
    if (router.latestLocation.pathname === here) void navigate({ to: to as '/', replace: true }) // an address of ours, which the router's types need not know
  }, [router, navigate, here, to])
  return null
}
