// The theme puts wide tables into a box that scrolls. Let the keyboard scroll it, too.
document$.subscribe(() =>
  requestAnimationFrame(() => {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) box.tabIndex = 0
  }),
)
