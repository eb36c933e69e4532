import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadFeatures } from '../features.js'
import { makeKernel } from '../kernels.js'
import { Playground } from './Playground.js'
import { loadWorld } from '../world/world.js'
import './page.css'

const world = await loadWorld()
const features = loadFeatures()
const kernels = [
  makeKernel('first', 'Playground', world, features),
  makeKernel('second', 'Second modal', world, features),
] as const

// For the console and for tests.
Object.assign(window, { kernels })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Playground kernels={kernels} world={world} features={features} />
    </StrictMode>,
  )
