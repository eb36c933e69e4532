import { useEffect } from 'react'
import type { SwapApi } from '../api.js'

/** As long as a view is drawn, prices are kept up to date. */
export const useOpen = (api: SwapApi): void => useEffect(() => api.watch(), [api])
