import { hostileAnnouncements } from '@latchkey-tools/wallets/hostile'

window.hostileAnnouncements = hostileAnnouncements
