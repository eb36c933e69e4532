import { startButton } from '@latchkey/button'

// Two kilobytes now; the kernel, ethers and the rest when somebody wants them.
startButton(document.querySelector<HTMLElement>('#connect')!, { load: () => import('./wallet.js') })
