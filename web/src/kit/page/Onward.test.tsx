import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Onward } from './Onward'

let known: (to: string) => void = () => {}

function Home() {
  const [to, setTo] = useState('')
  known = setTo
  return to ? <Onward to={to} /> : <p>home</p>
}

async function open() {
  let arrive = () => {}
  const arrived = new Promise<void>((r) => {
    arrive = r
  })
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/Home', component: Home })
  const first = createRoute({ getParentRoute: () => root, path: '/First', component: () => <p>first</p> })
  const asked = createRoute({ getParentRoute: () => root, path: '/Asked', loader: () => arrived, component: () => <p>asked</p> })
  const router = createRouter({
    routeTree: root.addChildren([home, first, asked]),
    history: createMemoryHistory({ initialEntries: ['/Home'] }),
  })
  render(<RouterProvider router={router as never} />) // the app's own router is the only one that the types know
  await screen.findByText('home')
  return { router, arrive }
}

it('goes on to the first page', async () => {
  await open()
  act(() => known('/First'))
  expect(await screen.findByText('first')).toBeDefined()
})

it('leaves alone who has asked for another page meanwhile', async () => {
  const { router, arrive } = await open()
  act(() => void router.navigate({ to: '/Asked' as '/' }))
  act(() => known('/First'))
  arrive()
  expect(await screen.findByText('asked')).toBeDefined()
  expect(router.state.location.pathname).toBe('/Asked')
})
