// A page that was reached by a button begins where the one before was scrolled to: this scrolls it to its top.

let shown;

export default function mount({ data }) {
  if (data.page !== shown) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  shown = data.page;
}
