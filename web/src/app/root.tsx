import { createRootRoute, Outlet } from '@tanstack/react-router'
import { FormHost } from '@/kit/form/FormHost'
import { pageAt } from '@/kit/page/pages'
import { speakFor } from './languages'

export const Route = createRootRoute({
  beforeLoad: async ({ matches }): Promise<void> => {
    const path = matches.at(-1)?.fullPath ?? ''
    await speakFor(path, pageAt(path)?.area)
  },
  component: Root,
})

function Root() {
  return (
    <>
      <FormHost />
      <Outlet />
    </>
  )
}
