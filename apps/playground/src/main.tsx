import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeKernel } from './kernels.js'
import { Playground } from './Playground.js'
import { loadWorld, toChains } from './world.js'
import './page.css'

const world = await loadWorld()
const chains = toChains(world)
const kernels = [makeKernel('first', 'Playground', chains), makeKernel('second', 'Second modal', chains)] as const

const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><Playground kernels={kernels} world={world} /></StrictMode>)
