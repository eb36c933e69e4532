import { startButton } from '@latchkey/button'

// Loads two kilobytes now; the kernel, ethers and the rest when a visitor needs them.
startButton(document.querySelector<HTMLElement>('#connect')!, { load: () => import('./wallet.js') })
