// What can be scrolled sideways can be reached by keys: code and tables that are wider than their page, as long as they are.

const PARTS = "pre > code, .md-typeset__scrollwrap, .beside, .heat, .card-tree, figure:is(.chart, .climbed)";
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
const follow = () => document.querySelectorAll(PARTS).forEach((part) => sizes.observe(part));
addEventListener("load", follow); // the theme has put tables into what scrolls them
