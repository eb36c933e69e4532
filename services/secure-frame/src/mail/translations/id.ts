import { type MailTexts } from './en.js'

export const id: MailTexts = {
  codeSubject: '{code} adalah kode Anda untuk {site}',
  codeLead: 'Ketik kode ini untuk masuk ke {site}:',
  codeWarning:
    'Kode berlaku 10 menit. Jangan berikan kepada siapa pun: siapa pun yang memintanya menginginkan dompet Anda.',
  ignore: 'Jika Anda tidak meminta email ini, abaikan saja.',
  linkSubject: 'Masuk ke {site}',
  linkLead:
    'Seseorang ingin masuk ke {site} dengan alamat ini di perangkat baru: {browser}, {time}.',
  linkButton: 'Lihat permintaan',
  linkNext: 'Jika ini Anda, halaman tautan itu menampilkan kode. Tautan berlaku 10 menit.',
  noticeSubject: 'Dompet Anda dipulihkan di sebuah perangkat',
  noticeLead: 'Pemulihan dompet Anda untuk {site} digunakan: {browser}, {time}.',
  noticeNext:
    'Jika itu bukan Anda, masuklah, keluar dari semua perangkat, dan pindahkan isi dompet.',
  changeSubject: 'Dompet Anda untuk {site} diubah',
  splitLead:
    'Pemulihan dompet Anda untuk {site} diubah: {browser}, {time}. Yang membukanya sebelumnya tidak berlaku lagi.',
  exportLead:
    '24 kata dompet Anda untuk {site} diminta: {browser}, {time}. Siapa pun yang memilikinya menguasai dompet itu.',
  removeLead: 'Sebuah perangkat dihapus dari dompet Anda untuk {site}: {browser}, {time}.',
  signInAddedLead: 'Sebuah cara masuk ditambahkan ke dompet Anda untuk {site}: {browser}, {time}.',
  signInRemovedLead: 'Sebuah cara masuk dihapus dari dompet Anda untuk {site}: {browser}, {time}.',
  signInNext:
    'Jika itu bukan Anda, masuklah, periksa cara masuk, keluar dari semua perangkat, dan pindahkan isi dompet.',
  deleteLead: 'Akun Anda untuk {site} dihapus bersama dompetnya: {browser}, {time}.',
  deleteNext:
    'Jika itu bukan Anda, seseorang membaca email Anda. Kini hanya 24 kata, jika Anda menyimpannya, yang dapat membuka dompet.',
  changeFromLead:
    'Seseorang ingin mengubah alamat email dompet Anda untuk {site}: {browser}, {time}. Jika ini Anda, ketik kode ini:',
  changeToLead: 'Ketik kode ini untuk memakai alamat ini bagi dompet Anda di {site}:',
  changedLead:
    'Alamat email dompet Anda untuk {site} diubah: {browser}, {time}. Alamat ini tidak membukanya lagi.',
  changedNext:
    'Jika itu bukan Anda, batalkan perubahan dalam 72 jam. Sampai saat itu tidak ada yang dapat diekspor, dan tidak ada perangkat baru yang dapat memulihkan dompet.',
  undoButton: 'Batalkan perubahan',
  undoTitle: 'Ingin alamat lama kembali?',
  undoWarning: 'Semua perangkat lalu dikeluarkan, dan yang ditambahkan sejak perubahan dihapus.',
  undoDone: 'Alamat lama sudah kembali. Masuklah dengannya.',
  undoGone: 'Tautan ini sudah dipakai atau kedaluwarsa. Alamat tetap seperti semula.',
  unknownBrowser: 'browser tidak dikenal',
  pageTitle: 'Apakah Anda ingin masuk?',
  pageSite: 'Situs',
  pageBrowser: 'Browser',
  pageTime: 'Waktu',
  pageWarning:
    'Lanjutkan hanya jika Anda baru saja mengetik alamat Anda di situs ini. Tidak ada orang lain yang semestinya mengirim tautan ini kepada Anda.',
  pageApprove: 'Ya, tampilkan kode',
  pageDeny: 'Itu bukan saya',
  pageCode: 'Ketik kode ini di jendela tempat Anda memulai:',
  pageDenied: 'Proses masuk dihentikan. Anda dapat menutup halaman ini.',
  deviceSubject: 'Masuk baru ke {site}',
  deviceLead: 'Seseorang masuk ke dompet Anda untuk {site} di perangkat baru: {browser}, {time}.',
  socialBack: 'Kembali ke {site}. Jendela ini dapat ditutup.',
  socialGone:
    'Proses masuk ini sudah berakhir, atau dimulai di tempat lain. Mulai lagi di jendela tempat Anda memulai.',
  socialWarning:
    'Lanjutkan hanya jika Anda baru saja memilih masuk di situs ini, di browser ini. Tidak ada orang lain yang semestinya mengirim Anda ke sini.',
  socialYes: 'Ya, masuk',
  pageGone: 'Tautan ini sudah dipakai atau kedaluwarsa. Mulai lagi di jendela tempat Anda memulai.',
}
