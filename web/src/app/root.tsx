import { createRootRoute, Outlet } from '@tanstack/react-router'
import { FormHost } from '@/kit/form/FormHost'
import { pageAt } from '@/kit/page/pages'
import { speakOf } from './languages'

export const Route = createRootRoute({
  beforeLoad: async ({ matches }): Promise<void> => {
    const page = pageAt(matches.at(-1)?.fullPath ?? '')
    if (page) await speakOf(page.area)
  },
  component: Root,
})

function Root() {
  return (
    <>
      <Outlet />
      <FormHost />
    </>
  )
}
