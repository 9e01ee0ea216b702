import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOverlay } from './useOverlay'

interface Search {
  last?: string
  panel?: string
}

async function app() {
  const root = createRootRoute({ component: Outlet })
  const board = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>board</p> })
  const load = createRoute({
    getParentRoute: () => root,
    path: '/load',
    validateSearch: (raw: Record<string, unknown>): Search => raw as Search, // the test writes nothing else
    component: function Load() {
      const search = load.useSearch() as Search // its own, above
      const write = useOverlay<Search>(search, (s) => s.panel !== undefined)
      return (
        <>
          <p>{`load ${search.last ?? '-'} ${search.panel ?? 'closed'}`}</p>
          <button type="button" onClick={() => write({ ...search, last: 'L2' })}>
            scan
          </button>
          <button type="button" onClick={() => write({ ...search, panel: 'list' })}>
            list
          </button>
          <button type="button" onClick={() => write({ ...search, panel: 'damage' })}>
            damage
          </button>
          <button type="button" onClick={() => write({ last: 'L3' })}>
            close
          </button>
        </>
      )
    },
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([board, load]), history })
  await router.load()
  render(<RouterProvider router={router as never} />)
  await act(() => router.navigate({ to: '/load', search: { last: 'L1' } } as never))
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  const back = () => act(async () => history.back())
  return { press, back, router }
}

test('Back closes the panel that is open, from whatever panel one came, and only then leaves the screen', async () => {
  const { press, back } = await app()
  await press('list')
  expect(await screen.findByText('load L1 list')).toBeTruthy()
  await press('damage')
  expect(await screen.findByText('load L1 damage')).toBeTruthy()
  await back()
  expect(await screen.findByText('load L1 closed')).toBeTruthy()
  await back()
  expect(await screen.findByText('board')).toBeTruthy()
})

test('a panel that is closed by its own button leaves no step behind, and what was scanned meanwhile stays', async () => {
  const { press, back } = await app()
  for (let i = 0; i < 3; i++) {
    await press('damage')
    expect(await screen.findByText(/^load .* damage$/)).toBeTruthy()
    await press('close')
    expect(await screen.findByText('load L3 closed')).toBeTruthy()
  }
  await press('scan')
  expect(await screen.findByText('load L2 closed')).toBeTruthy()
  await back()
  expect(await screen.findByText('board')).toBeTruthy()
})
