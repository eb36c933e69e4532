import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeKernel } from './kernels.js'
import { Playground } from './Playground.js'
import { loadWorld } from './world.js'
import './page.css'

const world = await loadWorld()
const kernels = [makeKernel('first', 'Playground', world), makeKernel('second', 'Second modal', world)] as const

const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><Playground kernels={kernels} world={world} /></StrictMode>)
