import type { Catalogue } from '@latchkey/plugin-api'

export const ru: Catalogue = {
  'preview.title': 'Проверьте этот запрос',
  'preview.unknown': 'Неизвестный запрос',
  'preview.position': '{position} из {total}',
  'preview.site': 'Запрашивает',
  'preview.plugin': 'Функция этого сайта',
  'preview.account': 'Аккаунт',
  'preview.wallet': 'Кошелёк',
  'preview.network': 'Сеть',
  'preview.testnet': 'Тестовая сеть',
  'preview.confirm': 'Подтвердить',
  'preview.decline': 'Отклонить',
  'preview.next': 'Ваш кошелёк спросит вас ещё раз.',
  'preview.accountChanged': 'Аккаунт или сеть изменились, поэтому запрос снят.',
  'preview.disconnected': 'Кошелёк отключён, поэтому запрос снят.',
  'preview.withdrawn': 'Запрос отозван.',
}
