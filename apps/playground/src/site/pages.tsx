import type { ReactNode } from 'react'
import { GamePage } from '../game/GamePage.js'
import { PhonePage } from '../phone/PhonePage.js'
import { ShopPage } from '../shop/ShopPage.js'
import { StagePage } from '../stage/StagePage.js'
import { StudioPage } from '../studio/StudioPage.js'

/**
 * The pages that are drawn when they are built, by the path of their file. Their scripts find their elements by
 * `id` and `data-` attributes, and load nothing before a visitor wants it.
 */
export const pages: Readonly<Record<string, () => ReactNode>> = {
  '/index.html': () => <ShopPage language="en" />,
  '/ar/index.html': () => <ShopPage language="ar" />,
  '/studio/index.html': () => <StudioPage />,
  '/stage/index.html': () => <StagePage />,
  '/game/index.html': () => <GamePage />,
  '/phone/index.html': () => <PhonePage />,
}
